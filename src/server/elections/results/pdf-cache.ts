/**
 * Many ask for the same PDF at once: it is drawn for the first of them and kept while its figures are, under the name that
 * the association had then. A drawing that failed is not kept.
 */
export function createPdfCache() {
  const kept = new WeakMap<object, { association: string; drawing: Promise<Buffer> }>()
  return (figures: object, association: string, draw: () => Promise<Buffer>): Promise<Buffer> => {
    const last = kept.get(figures)
    if (last?.association === association) return last.drawing
    const mine = { association, drawing: draw() }
    kept.set(figures, mine)
    mine.drawing.catch(() => kept.get(figures) === mine && kept.delete(figures))
    return mine.drawing
  }
}
