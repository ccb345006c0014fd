"""A game being played by people and programs, choice by choice: what is due, what happened, and its log."""
