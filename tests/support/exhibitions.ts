import type { Session } from './admin.ts'
import { ask, type ReplyTo } from './ask.ts'

export type Exhibition = ReplyTo<'createExhibition'>['exhibition']

let number = 0

/** Adds an exhibition that must be accepted. */
export async function addExhibition(
  admin: Session,
  fields: Readonly<Record<string, unknown>> = {},
): Promise<Exhibition> {
  number += 1
  const json = { slug: `class-${number}`, name: `Class ${number}`, ...fields }
  return (await ask(admin, 'createExhibition', { json })).exhibition
}

export const changeExhibition = async (
  admin: Session,
  id: number,
  json: Readonly<Record<string, unknown>>,
): Promise<Exhibition> => (await ask(admin, 'updateExhibition', { params: { id }, json })).exhibition
