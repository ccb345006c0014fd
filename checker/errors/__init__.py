"""Errors of the specification that a check meets; and what keeps one from taking the rest away."""
