"""Whether play ends: proofs by what gets less with every pass of a loop.

`walk` carries a block of the flow out on unknown values (`known`: what is known of them; `amounts`: whole
numbers; `unknowns`: values of which nothing is; `figuring`: expressions). `measures` are what can get less,
`loops` proves with them. `counters` says what may differ where a game comes back to where it was.
"""
