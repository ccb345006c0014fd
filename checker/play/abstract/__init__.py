"""Abstract interpretation of the flow of play (Cousot and Cousot, 1977): values of which little is known.

`execution` carries a block out in one position (`values`: what is known of a value; `numbers`: whole numbers;
`havoc`: values of which only the type is known; `evaluator`: expressions). `measures` are what can get less.
"""
