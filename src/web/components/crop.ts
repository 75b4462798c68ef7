export interface PictureSize {
  width: number
  height: number
}

/** The square of a picture that is used, in pixels of the picture. */
export interface Crop {
  x: number
  y: number
  side: number
}

const shorter = ({ width, height }: PictureSize) => Math.min(width, height)

/** As much as a square holds, from the middle. */
export function centred(size: PictureSize): Crop {
  const side = shorter(size)
  return { side, x: (size.width - side) / 2, y: (size.height - side) / 2 }
}

/** The nearest square that lies in the picture whole, and is at least so large. */
export function within(size: PictureSize, { x, y, side }: Crop, least: number): Crop {
  const fitted = clamp(side, Math.min(least, shorter(size)), shorter(size))
  return { side: fitted, x: clamp(x, 0, size.width - fitted), y: clamp(y, 0, size.height - fitted) }
}

export const moved = (size: PictureSize, crop: Crop, dx: number, dy: number): Crop =>
  within(size, { ...crop, x: crop.x + dx, y: crop.y + dy }, crop.side)

/** Nearer or farther, around the middle of what is shown. */
export function zoomed(size: PictureSize, crop: Crop, zoom: number, least: number): Crop {
  const { side } = within(size, { ...crop, side: shorter(size) / zoom }, least)
  const by = (crop.side - side) / 2
  return within(size, { side, x: crop.x + by, y: crop.y + by }, least)
}

export const zoomOf = (size: PictureSize, { side }: Crop): number => shorter(size) / side
/** What is nearer has too few pixels for its purpose. */
export const mostZoom = (size: PictureSize, least: number): number => Math.max(1, Math.min(5, shorter(size) / least))

/** NaN, of a gesture that went wrong, is the least. */
const clamp = (value: number, least: number, most: number) => Math.max(least, Math.min(most, value)) || least
