import { Component } from 'preact'
import { Row, Empty } from './rows.jsx'

export class List extends Component {
  constructor(props) {
    super(props)
    this.state = { selected: firstOf(props.items) }
  }

  select = (item) => {
    this.setState({ selected: item })
  }

  renderItem(item) {
    return <Row item={item} onSelect={this.select} marked={this.isSelected(item)} />
  }

  isSelected(item) {
    return item === this.state.selected
  }

  render() {
    const { items } = this.props
    if (items.length === 0) return <Empty />
    return <ul>{items.map((item) => this.renderItem(item))}</ul>
  }
}

function firstOf(items) {
  return items[0]
}

export const Demo = () => <List items={['a', 'b']} />
