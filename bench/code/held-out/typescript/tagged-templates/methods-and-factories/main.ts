import { html, Styler } from './template'

function page(title: string, items: string[]): string {
  return html`<h1>${title}</h1>
    <ul>${items.map((item) => html`<li>${item}</li>`).join('')}</ul>`
}

const styler = new Styler('x-')
console.log(styler.css`color: ${'red'}`)
console.log(page('Fruit', ['pear <ripe>']))
