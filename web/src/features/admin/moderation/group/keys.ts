import { useDebouncedValue } from '@mantine/hooks'
import { useSelector } from '@tanstack/react-store'
import { elementOf, useKeys } from '#web/components/hooks/use-keys.ts'
import { createLocalStore } from '#web/components/local-store.ts'
import { noticedMs } from '#web/features/admin/moderation/session/seen-groups.ts'
import type adminTexts from '#web/features/admin/texts/en.json'

export const places = ['list', 'lightbox', 'page'] as const
/** Where groups are shown. */
export type Place = (typeof places)[number]

interface KeyRow {
  /** What they do. Keys are in lower case; `mod` is Ctrl or Cmd. */
  readonly keys: Readonly<Record<string, string>>
  /** As the list of keys names them; missing: not listed. */
  readonly shown?: readonly string[]
  readonly text?: Exclude<keyof typeof adminTexts.keys, 'names'>
  /** Everywhere, unless it says where. */
  readonly on?: readonly Place[]
}

/** Every key of the moderation pages, in the order of their list. A page handles those whose action it has. */
const rows = [
  { keys: { j: 'next', k: 'previous' }, shown: ['J', 'K'], text: 'move' },
  { keys: { arrowdown: 'down', arrowup: 'up' }, shown: ['↓', '↑'], text: 'move', on: ['list'] },
  { keys: { v: 'view' }, shown: ['V'], text: 'view' },
  { keys: { enter: 'open' }, shown: ['Enter'], text: 'open', on: ['list', 'lightbox'] },
  { keys: { a: 'approve' }, shown: ['A'], text: 'approve' },
  { keys: { u: 'unapprove' }, shown: ['U'], text: 'unapprove' },
  { keys: { e: 'edit' }, shown: ['E'], text: 'edit' },
  { keys: { d: 'delete' }, shown: ['D', 'Y'], text: 'delete' },
  { keys: { n: 'next' }, shown: ['N'], text: 'next' },
  { keys: { z: 'undo', 'mod+z': 'undo' }, shown: ['Z'], text: 'undo' },
  { keys: { arrowright: 'right', arrowleft: 'left' }, shown: ['→', '←'], text: 'photo', on: ['lightbox', 'page'] },
  { keys: { h: 'hide' }, shown: ['H'], text: 'hide' },
  { keys: { r: 'redact' }, shown: ['R'], text: 'redact' },
  // Of the first removal request, in the order of its buttons.
  {
    keys: { 1: 'request_keep_hidden', 2: 'request_redact', 3: 'request_remove', 4: 'request_show_again' },
    shown: ['1', '2', '3', '4'],
    text: 'requests',
    on: ['list'],
  },
  { keys: { c: 'caption' }, shown: ['C'], text: 'caption', on: ['lightbox', 'page'] },
  { keys: { m: 'note' }, shown: ['M'], text: 'note', on: ['page'] },
  { keys: { x: 'select' }, shown: ['X'], text: 'select', on: ['list'] },
  { keys: {}, shown: ['Shift', 'J'], text: 'range', on: ['list'] },
  { keys: { 'mod+a': 'selectAll' }, shown: ['Ctrl', 'A'], text: 'all', on: ['list'] },
  { keys: { '/': 'search' }, shown: ['/'], text: 'search', on: ['list'] },
  { keys: { '?': 'help' }, shown: ['?'], text: 'help' },
  { keys: { escape: 'clear' } },
] as const satisfies readonly KeyRow[]

type ValueOf<T> = T extends unknown ? T[keyof T] : never
type KeyAction = ValueOf<(typeof rows)[number]['keys']>

export const keyMap: readonly KeyRow[] = rows
const bindings = rows.flatMap(({ keys }): [string, KeyAction][] => Object.entries(keys))

/** Keys without Ctrl or Alt can be switched off: speech input presses them by accident (WCAG 2.1.4). */
export const shortcuts = createLocalStore('werkschau-shortcuts', true)

/** What keys do where they work. Returning false leaves the key to the browser. */
type KeyActions = Readonly<Partial<Record<KeyAction, ((event: KeyboardEvent) => unknown) | undefined>>>

const typing = 'input:not([type=checkbox]), textarea, select, [contenteditable]'
/** Held down, they would decide about the next group, too. */
const once = /^[^jkn]$/
const covers = '[aria-modal=true], [role=menu], .yarl__portal'

/** Handles keys of a page, or of a dialog when that is the only open one; not while typing, nor in a menu. */
export const useKeyMap = (actions: KeyActions, where: 'page' | 'dialog' = 'page'): void => {
  const on = useSelector(shortcuts)
  const run = (action: KeyAction) => (event: KeyboardEvent) => {
    const act = actions[action]
    return act ? act(event) : false
  }
  useKeys(Object.fromEntries(bindings.map(([key, action]) => [key, run(action)])), {
    handles: (event, name) =>
      (on || name.length > 1) &&
      !(event.repeat && once.test(name)) &&
      !elementOf(event).closest(typing) &&
      document.querySelectorAll(covers).length === (where === 'page' ? 0 : 1),
  })
}

/** Whether this has been the same long enough to be what a key is about: others may have moved it a moment ago. */
export const useNoticed = (what: string | number | undefined): boolean => {
  const [noticed] = useDebouncedValue(what, noticedMs)
  return noticed === what
}

/**
 * Ends the typing: the keys are those of the page or dialog again, which gets the focus. A field that only lost it would get
 * it back with the next change of the page.
 */
export const leaveField = (field: Element): void =>
  field.closest<HTMLElement>('[tabindex="-1"]')?.focus({ preventScroll: true })
