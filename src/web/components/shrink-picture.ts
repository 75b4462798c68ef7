/** A photo that is already small enough to send as it is. */
const smallEnough = 1024 * 1024
const quality = 0.88

export const isHeic = ({ type, name }: File): boolean => /^image\/hei[cf]$/.test(type) || /\.hei[cf]$/i.test(name)

/**
 * The picture with its longer side cut down to `longestSide`, upright, as a JPEG; the file itself where that gains nothing
 * or where the browser cannot read it. Phones take photos of 5 MB and more, of which the site needs a tenth.
 */
export async function shrinkPicture(file: File, longestSide: number): Promise<File> {
  const bitmap = await decode(file)
  if (!bitmap) return file
  try {
    const { width, height } = bitmap
    const scale = Math.min(1, longestSide / Math.max(width, height))
    if (scale === 1 && file.size <= smallEnough && !isHeic(file)) return file
    const blob = await draw(bitmap, Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale)))
    if (!blob || (blob.size >= file.size && !isHeic(file))) return file
    return new File([blob], file.name.replace(/\.\w+$/, '') + '.jpg', { type: 'image/jpeg' })
  } finally {
    bitmap.close()
  }
}

/** Null for what this browser cannot read, and for a picture too large for a small phone's memory. */
async function decode(file: File): Promise<ImageBitmap | null> {
  if (typeof createImageBitmap !== 'function') return null
  return createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null)
}

function draw(bitmap: ImageBitmap, width: number, height: number): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const pen = canvas.getContext('2d')
  if (!pen) return Promise.resolve(null)
  // A JPEG has no transparency: without this, a signature on nothing would become black on black.
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, width, height)
  pen.imageSmoothingQuality = 'high'
  pen.drawImage(bitmap, 0, 0, width, height)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
}
