from enum import Enum, auto

from tasks import archive, publish, reject


class State(Enum):
    DRAFT = auto()
    REVIEW = auto()
    DONE = auto()

    @property
    def final(self) -> bool:
        return self is State.DONE


ACTIONS = {
    (State.DRAFT, "submit"): (State.REVIEW, publish),
    (State.REVIEW, "reject"): (State.DRAFT, reject),
    (State.REVIEW, "accept"): (State.DONE, archive),
}


class Article:
    def __init__(self, title: str):
        self.title = title
        self.state: State = State.DRAFT

    def fire(self, event: str) -> str:
        if self.state.final:
            return "closed"
        self.state, action = ACTIONS[self.state, event]
        return action(self.title)


article = Article("news")
for event in ("submit", "reject", "submit", "accept", "submit"):
    print(article.fire(event))
