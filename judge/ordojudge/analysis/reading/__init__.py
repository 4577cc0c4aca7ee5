"""Reading programs: the outline that every language has, and the rules that give it a bound."""
