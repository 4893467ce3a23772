import { limits } from '#contract/limits.ts'
import { AppError, invalidBody } from '#server/domain/errors.ts'

/** Twice what the largest part that is accepted has. */
const maxContainers = 2 * limits.formEntries

const [quote, backslash, list, object] = ['"', '\\', '[', '{'].map((each) => each.charCodeAt(0))

/** Lists and objects in a JSON text, counted without making any. */
function containersIn(text: string): number {
  let count = 0
  let inText = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) inText = !inText
    else if (inText) at += code === backslash ? 1 : 0
    else if (code === list || code === object) count += 1
  }
  return count
}

/**
 * Parses the JSON of a form's part `field`. Each list takes fifty times the memory of its two brackets, so their number is
 * bounded first (D58). AppError INVALID_BODY.
 */
export function parseBoundedJson(field: string, text: string): unknown {
  if (containersIn(text) > maxContainers) {
    throw invalidBody(field, `The part ${field} has more than ${maxContainers} lists and objects`)
  }
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new AppError('INVALID_BODY', `The part ${field} is not valid JSON`, { details: { field }, cause })
  }
}
