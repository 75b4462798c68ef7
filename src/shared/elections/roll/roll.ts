import type { RollRegion } from '../roll-regions.ts'
import { joinBytes, label, utf8, uuidBytes, type Sha256 } from '../board/bytes.ts'

const lineLabel = label('roll/1')

/**
 * A voter's line on the published roll: who knows the salt finds the person's line, who does not cannot try out serial
 * numbers.
 */
export const rollLine = (sha256: Sha256, electionId: string, salt: Uint8Array, serial: string): Uint8Array =>
  sha256(joinBytes(lineLabel, uuidBytes(electionId), salt, utf8(serial)))

/** What the tree over the roll is made of, in the order of the lines. */
export const rollLeaf = (line: Uint8Array, region: RollRegion): Uint8Array => joinBytes(line, utf8(region))
