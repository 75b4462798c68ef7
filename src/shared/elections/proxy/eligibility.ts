/** The second administrator must be another than the one who asked. */
export const whyCannotConfirmProxy = (askedBy: string, adminId: string): 'proxy-by-same-admin' | null =>
  askedBy === adminId ? 'proxy-by-same-admin' : null
