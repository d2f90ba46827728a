export function Row({ item, onSelect, marked }) {
  function click() {
    onSelect(item)
  }
  return <li onClick={click}>{marked ? mark(item) : item}</li>
}

const mark = (item) => `*${item}`

export const Empty = () => <p>nothing here</p>
