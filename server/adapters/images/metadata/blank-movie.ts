/** ISO 6709, as `+52.5200+013.4050+034.0/`: how phones write the place into a video. */
const writtenPosition = /[+-]\d{2}\.\d{2,8}[+-]\d{3}\.\d{2,8}(?:[+-]\d{1,5}(?:\.\d{1,4})?)?\/?/g

/** 3GPP's location box: a name and three fixed-point numbers after its length and type. */
const locationBox = Buffer.from('loci', 'latin1')

/**
 * Overwrites the place in the header of a video, the `moov` box, which phones append to a photo that moves. Says
 * whether anything was overwritten.
 */
export function blankMovieLocation(moov: Buffer): boolean {
  let done = false
  for (const { index, 0: text } of moov.toString('latin1').matchAll(writtenPosition)) {
    moov.fill(' ', index, index + text.length)
    done = true
  }
  for (let at = moov.indexOf(locationBox); at >= 4; at = moov.indexOf(locationBox, at + 1)) {
    const end = at - 4 + moov.readUInt32BE(at - 4)
    if (end <= at + 4 || end > moov.length) continue
    moov.fill(0, at + 4, end)
    done = true
  }
  return done
}
