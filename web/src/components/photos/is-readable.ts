/** False once the device has lost a chosen file: it was moved or changed, or an older browser forgot it at a reload. */
export const isReadable = (file: Blob): Promise<boolean> =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    )
