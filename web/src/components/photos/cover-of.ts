const edge = 128

/** A picture cut to a small square, as a data URL of a few kilobytes; undefined where the browser cannot. */
export const coverOf = async (source: string): Promise<string | undefined> => {
  try {
    const image = new Image()
    image.src = source
    await image.decode()
    const { naturalWidth: width, naturalHeight: height } = image
    const side = Math.min(width, height)
    const canvas = Object.assign(document.createElement('canvas'), { width: edge, height: edge })
    canvas.getContext('2d')?.drawImage(image, (width - side) / 2, (height - side) / 2, side, side, 0, 0, edge, edge)
    return canvas.toDataURL('image/jpeg', 0.7)
  } catch {
    return undefined
  }
}
