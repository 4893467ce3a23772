const longEdge = 480

/** For browsers whose workers have no canvas. Rejects when the browser cannot read the picture. */
export async function thumbnailInPage(file: File): Promise<Blob> {
  const image = new Image()
  const url = URL.createObjectURL(file)
  try {
    image.src = url
    await image.decode()
    return await drawn(image)
  } finally {
    URL.revokeObjectURL(url)
  }
}

function drawn(image: HTMLImageElement): Promise<Blob> {
  const scale = Math.min(1, longEdge / image.naturalWidth)
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(image.naturalWidth * scale))
  canvas.height = Math.max(1, Math.round(image.naturalHeight * scale))
  const context = canvas.getContext('2d')
  if (!context) return Promise.reject(new Error('no 2d context'))
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/jpeg', 0.8)
  })
}
