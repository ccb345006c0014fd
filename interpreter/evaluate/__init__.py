"""The evaluator: closure compilation, one Python function a construct, made once and run often.

`clauses` hears the clauses on a question together: prioritized default logic, in which a clause that prevails
defeats what contradicts it.
"""
