import { Lexer, type MarkedToken, type Token, type Tokens } from 'marked'
import type { ComponentChildren } from 'preact'
import { useMemo } from 'preact/hooks'
import { isDrawable } from './words.ts'

/**
 * Stored text, with its Markdown drawn. Only the lexer of the library is used and elements are made from its tokens, so HTML in
 * the text stays text. Marks that code also uses (`__init__`, `\d`) stay as they were written.
 */
export function Prose({ text }: { text: string }) {
  const drawn = useMemo(
    () =>
      blocks(
        lexed(text.trim(), (given) => Lexer.lex(given, GFM)),
        0,
      ),
    [text],
  )
  return (
    <div class="prose" dir="auto">
      {drawn}
    </div>
  )
}

/** The same for one line. */
export const Line = ({ text }: { text: string }) => (
  <>
    {useMemo(
      () =>
        inlines(
          lexed(text, (given) => Lexer.lexInline(given, GFM)),
          0,
        ),
      [text],
    )}
  </>
)

const GFM = { gfm: true, breaks: true }
/** Deeper nesting than people write is shown as text, so that hostile text cannot exhaust the stack. */
const MAX_DEPTH = 16

function lexed(text: string, lex: (text: string) => Token[]): Token[] {
  const plain: Token[] = [{ type: 'html', raw: text, pre: false, block: true, text } satisfies Tokens.HTML]
  if (!isDrawable(text)) return plain
  try {
    return lex(text)
  } catch {
    return plain
  }
}

const blocks = (tokens: readonly Token[], depth: number): ComponentChildren =>
  tokens.map((token, at) => <Block key={`${at}`} token={token as MarkedToken} depth={depth} />)

function Block({ token, depth }: { token: MarkedToken; depth: number }) {
  if (depth > MAX_DEPTH) return <p>{token.raw}</p>
  if (token.type === 'space') return null
  if (token.type === 'hr') return <hr />
  if (token.type === 'code') return <pre>{token.text}</pre>
  if (token.type === 'blockquote') return <blockquote>{blocks(token.tokens, depth + 1)}</blockquote>
  if (token.type === 'list') return <List list={token} depth={depth} />
  if (token.type === 'table') return <Table table={token} />
  if (token.type === 'heading')
    return (
      <p>
        <strong>{inlines(token.tokens, depth)}</strong>
      </p>
    )
  if (token.type === 'paragraph') return <p>{inlines(token.tokens, depth)}</p>
  // In a list item, a line of text is a block
  if (token.type === 'text') return <>{token.tokens ? inlines(token.tokens, depth) : token.text}</>
  if (token.type === 'checkbox') return token.checked ? '☑ ' : '☐ '
  return <p>{token.raw.trimEnd()}</p>
}

function List({ list: { ordered, start, items }, depth }: { list: Tokens.List; depth: number }) {
  const rows = items.map((item, at) => <li key={`${at}`}>{blocks(item.tokens, depth + 1)}</li>)
  return ordered ? <ol start={Number(start) || 1}>{rows}</ol> : <ul>{rows}</ul>
}

function Table({ table: { header, rows } }: { table: Tokens.Table }) {
  return (
    // A wide table scrolls, which must be possible with the keyboard
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region has to be focusable
    <div class="scroll" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {header.map((cell, at) => (
              <th key={`${at}`} scope="col" class={cell.align ?? undefined}>
                {inlines(cell.tokens, 0)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={`${at}`}>
              {row.map((cell, nth) => (
                <td key={`${nth}`} class={cell.align ?? undefined}>
                  {inlines(cell.tokens, 0)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const inlines = (tokens: readonly Token[], depth: number): ComponentChildren =>
  tokens.map((token, at) => <Inline key={`${at}`} token={token as MarkedToken} depth={depth + 1} />)

function Inline({ token, depth }: { token: MarkedToken; depth: number }) {
  if (depth > MAX_DEPTH) return <>{token.raw}</>
  if (token.type === 'codespan') return <code>{token.text}</code>
  if (token.type === 'br') return <br />
  if (token.type === 'strong' && token.raw.startsWith('*')) return <strong>{inlines(token.tokens, depth)}</strong>
  if (token.type === 'em' && token.raw.startsWith('*')) return <em>{inlines(token.tokens, depth)}</em>
  if (token.type === 'del' && token.raw.startsWith('~~')) return <del>{inlines(token.tokens, depth)}</del>
  if (token.type === 'link' && /^https?:\/\//i.test(token.href))
    return (
      <a href={token.href} title={token.href} rel="noreferrer noopener">
        {inlines(token.tokens, depth)}
      </a>
    )
  if (token.type === 'text' && token.tokens) return <>{inlines(token.tokens, depth)}</>
  return <>{token.raw}</>
}
