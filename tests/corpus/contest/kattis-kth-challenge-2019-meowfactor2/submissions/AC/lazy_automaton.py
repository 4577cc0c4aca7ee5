class State(dict):
    """Costs of ending each prefix of the target here; letters lead to the states that follow."""

    def __init__(self, best, before, costs, letter):
        self.best, self.before, self.costs, self.letter = best, before, costs, letter

    def __missing__(self, letter):
        costs = [0]
        for j, wanted in enumerate("meow", 1):
            cost = min(self.costs[j - 1] + (letter != wanted), self.costs[j] + 1, costs[-1] + 1)
            if self.before and j > 1 and (letter, self.letter) == ("meow"[j - 2], wanted):
                cost = min(cost, self.before[j - 2] + 1)
            costs.append(cost)
        key = (min(self.best, costs[-1]), self.costs, tuple(costs), letter)
        if key not in states:
            states[key] = State(*key)
        self[letter] = states[key]
        return self[letter]


states = {}


def main():
    state = State(4, None, (0, 1, 2, 3, 4), "")
    for letter in input().strip():
        state = state[letter]
    print(state.best)


main()
