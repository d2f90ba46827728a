import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'

interface OpenableProps {
  readonly id?: string
  readonly class: string
  readonly isOpen: boolean
  readonly head: ComponentChildren
  readonly children: ComponentChildren
}

/** A disclosure whose content is rendered when it is first opened. */
export function Openable({ id, class: name, isOpen, head, children }: OpenableProps) {
  const wasOpened = useSignal(isOpen)
  const onToggle = ({ currentTarget }: { currentTarget: HTMLDetailsElement }) => {
    if (currentTarget.open) wasOpened.value = true
  }
  return (
    <details id={id} class={name} open={isOpen} onToggle={onToggle}>
      <summary>{head}</summary>
      {wasOpened.value && <div class="inside">{children}</div>}
    </details>
  )
}
