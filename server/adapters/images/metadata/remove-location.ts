import { closeSync, openSync } from 'node:fs'
import { blankJpegLocations } from './blank-jpeg.ts'
import { blankPngLocations } from './blank-png.ts'
import { blankWebpLocations } from './blank-webp.ts'
import { bytesOfFile } from './editable-bytes.ts'

/**
 * Overwrites the GPS data of a JPEG, PNG or WebP file in place: the EXIF GPS blocks and the position properties in XMP,
 * hidden copies and the place of an appended video included (D12). Nothing is re-encoded or moved; other metadata stays; a file without GPS data is not
 * written to. Whatever the bytes are, it neither throws nor hangs; it throws when the file cannot be read or written.
 * Blocks the thread for about 1 ms: for the child process only. Does not flush.
 */
export function removeLocation(path: string): void {
  const file = openSync(path, 'r+')
  try {
    const bytes = bytesOfFile(file)
    const start = bytes.read(0, 12).toString('latin1')
    if (start.startsWith('\x89PNG')) blankPngLocations(bytes)
    else if (start.startsWith('RIFF')) blankWebpLocations(bytes)
    else blankJpegLocations(bytes)
  } finally {
    closeSync(file)
  }
}
