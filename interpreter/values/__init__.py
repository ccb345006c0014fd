"""Values as text, all values of a type, outcomes; and the context that evaluation needs."""
