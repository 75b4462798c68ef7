import {
  ballotDraftPrefix,
  keepOnDevice,
  readFromDevice,
  removeAllFromDevice,
  removeFromDevice,
} from '#web/device-storage.ts'
import { draftKey, draftText, isOwnKey, parseDraft, type Draft, type DraftOwner } from '#web/elections/voting/draft.ts'

/**
 * Where this device keeps a ballot until it is saved. Not for the tab alone: phones close tabs by themselves. So it is kept by
 * person, goes when it is saved, when its owner logs out, and when somebody else opens the ballot on this device.
 */
export const readDraft = (owner: DraftOwner): Draft | null => parseDraft(readFromDevice(draftKey(owner)))

export const writeDraft = (owner: DraftOwner, draft: Draft): boolean => keepOnDevice(draftKey(owner), draftText(draft))

export const removeDraft = (owner: DraftOwner): void => removeFromDevice(draftKey(owner))

export const removeDraftsExceptOf = (owner: Omit<DraftOwner, 'rehearsal'>): void =>
  removeAllFromDevice(ballotDraftPrefix, (key) => isOwnKey(key, owner))
