import sharp from 'sharp'

/** How many different values the pixels of a square have, channel by channel: 0 for one colour. */
export async function spread(bytes: Buffer, left: number, top: number, side: number): Promise<number> {
  const { data, info } = await sharp(bytes)
    .extract({ left, top, width: side, height: side })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const values = Array.from({ length: info.channels }, () => [] as number[])
  for (const [index, value] of data.entries()) values[index % info.channels]?.push(value)
  return Math.max(...values.map((channel) => Math.max(...channel) - Math.min(...channel)))
}
