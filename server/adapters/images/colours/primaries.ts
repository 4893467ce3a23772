import type { RgbSpace } from './rgb-profile.ts'

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

type Vector = [number, number, number]
type Matrix = [Vector, Vector, Vector]

const d50: Vector = [0.9642, 1, 0.8249]
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
  return [xyzOf(red), xyzOf(green), xyzOf(blue)].map((primary, index) => {
    const scaled = primary.map((value) => value * (shares[index] ?? 0)) as Vector
    const adapted = times(receptors, scaled).map((value, at) => (value * (wanted[at] ?? 0)) / (seen[at] ?? 1))
    return times(fromReceptors, adapted as Vector)
  }) as [Vector, Vector, Vector]
}

const xyzOf = ({ x, y }: Point): Vector => [x / y, 1, (1 - x - y) / y]

const times = (matrix: Matrix, [a, b, c]: Vector): Vector => matrix.map(([x, y, z]) => x * a + y * b + z * c) as Vector

const transpose = ([a, b, c]: Matrix): Matrix => [
  [a[0], b[0], c[0]],
  [a[1], b[1], c[1]],
  [a[2], b[2], c[2]],
]

const cross = ([a, b, c]: Vector, [x, y, z]: Vector): Vector => [b * z - c * y, c * x - a * z, a * y - b * x]

function invert([a, b, c]: Matrix): Matrix | undefined {
  const columns: Matrix = [cross(b, c), cross(c, a), cross(a, b)]
  const [first] = columns
  const determinant = a[0] * first[0] + a[1] * first[1] + a[2] * first[2]
  if (Math.abs(determinant) < 1e-9) return undefined
  return transpose(columns.map((column) => column.map((value) => value / determinant)) as Matrix)
}
