"""How `best … using` is found without trying everything (decision 0009).

`working` evaluates the condition and the keys for a row whose two sides are not known yet, once for each way
that what is unknown may turn out (`paths`). From the conditions left (`terms`) and the cards (`pieces`) comes
what the search is given (`assembling`); `finding` says of a row found what it is. Where anything is met
that the search cannot be sure of, it is `Unplanned`, and everything is tried.
"""
