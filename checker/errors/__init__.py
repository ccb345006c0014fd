"""Errors of the specification that a check meets, told as findings; and what keeps one from taking the
rest away.
"""
