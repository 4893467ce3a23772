import { d50, type RgbSpace } from './rgb-profile.ts'

/** Where white, red, green and blue are in the CIE 1931 diagram. */
export interface Chromaticities {
  readonly white: Point
  readonly red: Point
  readonly green: Point
  readonly blue: Point
}

export interface Point {
  readonly x: number
  readonly y: number
}

type Vector = readonly [number, number, number]
type Matrix = readonly [Vector, Vector, Vector]

/** How the eye adapts to another white, by Bradford: from XYZ to its receptors. */
const receptors: Matrix = [
  [0.8951, 0.2664, -0.1614],
  [-0.7502, 1.7135, 0.0367],
  [0.0389, -0.0685, 1.0296],
]

/** What red, green and blue contribute to white, seen in the light D50; undefined for what spans no colours. */
export function primariesOf({ white, red, green, blue }: Chromaticities): RgbSpace['primaries'] | undefined {
  if ([white, red, green, blue].some(({ y }) => y <= 0)) return undefined
  const light = xyzOf(white)
  const columns = transpose([xyzOf(red), xyzOf(green), xyzOf(blue)])
  const inverse = invert(columns)
  const fromReceptors = invert(receptors)
  if (!inverse || !fromReceptors) return undefined
  const shares = times(inverse, light)
  const [seen, wanted] = [times(receptors, light), times(receptors, d50)]
  const adapted = (primary: Point, share: number) => {
    const scaled = each(xyzOf(primary), (value) => value * share)
    const received = each(times(receptors, scaled), (value, at) => (value * wanted[at]) / seen[at])
    return times(fromReceptors, received)
  }
  return [adapted(red, shares[0]), adapted(green, shares[1]), adapted(blue, shares[2])]
}

const xyzOf = ({ x, y }: Point): Vector => [x / y, 1, (1 - x - y) / y]

const each = <T>([a, b, c]: readonly [T, T, T], made: (value: T, at: 0 | 1 | 2) => number): Vector => [
  made(a, 0),
  made(b, 1),
  made(c, 2),
]

const times = (matrix: Matrix, [a, b, c]: Vector): Vector => each(matrix, ([x, y, z]) => x * a + y * b + z * c)

const transpose = ([a, b, c]: Matrix): Matrix => [
  [a[0], b[0], c[0]],
  [a[1], b[1], c[1]],
  [a[2], b[2], c[2]],
]

const cross = ([a, b, c]: Vector, [x, y, z]: Vector): Vector => [b * z - c * y, c * x - a * z, a * y - b * x]

function invert([a, b, c]: Matrix): Matrix | undefined {
  const columns: Matrix = [cross(b, c), cross(c, a), cross(a, b)]
  const [determinant] = times(columns, a)
  if (Math.abs(determinant) < 1e-9) return undefined
  const divided = (column: Vector) => each(column, (value) => value / determinant)
  return transpose([divided(columns[0]), divided(columns[1]), divided(columns[2])])
}
