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
    keys: { 1: 'request_remove', 2: 'request_keep_hidden', 3: 'request_redact', 4: 'request_show_again' },
    shown: ['1', '2', '3', '4'],
    text: 'requests',
    on: ['list'],
  },
  { keys: { c: 'caption' }, shown: ['C'], text: 'caption', on: ['lightbox', 'page'] },
  { keys: { m: 'note' }, shown: ['M'], text: 'note', on: ['lightbox', 'page'] },
  { keys: { x: 'select' }, shown: ['X'], text: 'select', on: ['list'] },
  { keys: {}, shown: ['Shift', 'J'], text: 'range', on: ['list'] },
  { keys: { 'mod+a': 'selectAll' }, shown: ['Ctrl', 'A'], text: 'all', on: ['list'] },
  { keys: { '/': 'search' }, shown: ['/'], text: 'search', on: ['list'] },
  { keys: { '?': 'help' }, shown: ['?'], text: 'help' },
  { keys: { escape: 'clear' } },
] as const satisfies readonly KeyRow[]

type ValueOf<T> = T extends unknown ? T[keyof T] : never
export type KeyAction = ValueOf<(typeof rows)[number]['keys']>

export const keyMap: readonly KeyRow[] = rows
export const bindings = rows.flatMap(({ keys }): [string, KeyAction][] => Object.entries(keys))
