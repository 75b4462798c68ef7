import { AppError } from '#shared/errors.ts'
import type { Deps } from '#server/deps.ts'

/** The wallet account as a QR code that holds the number and nothing else: a phone that scans it can copy it. */
export async function drawWalletCode(deps: Pick<Deps, 'settings'>): Promise<string> {
  const { walletAccount } = await deps.settings()
  if (!walletAccount) throw new AppError('not-found')
  const { default: qrcode } = await import('qrcode')
  return qrcode.toString(walletAccount, { type: 'svg', errorCorrectionLevel: 'M', margin: 2 })
}
