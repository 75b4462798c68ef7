import {
  draftKey,
  draftPrefix,
  draftText,
  isOwnKey,
  parseDraft,
  type Draft,
  type DraftOwner,
} from '#web/elections/voting/draft.ts'

/**
 * Where this device keeps a ballot until it is saved. Not for the tab alone: phones close tabs by themselves. So it is kept by
 * person, goes when it is saved, when its owner logs out, and when somebody else opens the ballot on this device.
 * Nothing here throws: a browser may refuse its storage altogether.
 */
export const readDraft = (owner: DraftOwner): Draft | null =>
  tried(() => parseDraft(window.localStorage.getItem(draftKey(owner)))) ?? null

/** Answers whether it could be kept. */
export const writeDraft = (owner: DraftOwner, draft: Draft): boolean =>
  tried(() => {
    window.localStorage.setItem(draftKey(owner), draftText(draft))
    return true
  }) ?? false

export function removeDraft(owner: DraftOwner): void {
  tried(() => window.localStorage.removeItem(draftKey(owner)))
}

/** Without an owner all go. */
export function removeDraftsExceptOf(owner: Omit<DraftOwner, 'rehearsal'> | null): void {
  tried(() => {
    for (const key of Object.keys(window.localStorage))
      if (key.startsWith(draftPrefix) && !(owner && isOwnKey(key, owner))) window.localStorage.removeItem(key)
  })
}

function tried<Result>(act: () => Result): Result | undefined {
  try {
    return act()
  } catch {
    return undefined
  }
}
