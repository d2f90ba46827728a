import { Component } from 'preact'
import { useState } from 'preact/hooks'

function useCounter(start: number) {
  const [n, setN] = useState(start)
  const add = () => setN(next(n))
  return { n, add }
}

function next(n: number): number {
  return n + 1
}

function Label(props: { text: string }) {
  return <em>{props.text}</em>
}

export function Counter() {
  const { n, add } = useCounter(0)
  return (
    <p onClick={add}>
      <Label text={String(n)} />
    </p>
  )
}

class Panel extends Component<{ open: boolean }> {
  body() {
    return this.props.open ? <Counter /> : <Label text="closed" />
  }

  render() {
    return <section>{this.body()}</section>
  }
}

export const Screen = () => (
  <>
    <Panel open />
    <Ui.Hint />
  </>
)

const Ui = {
  Hint: () => <small>{hint()}</small>,
}

function hint(): string {
  return 'press'
}
