import { createContext, use } from 'react'
import { logoAddress } from '#shared/logo.ts'

const star = 'm0-1 .235.676.716.015-.571.432.207.686L0 .4l-.587.409.207-.686-.571-.432.716-.015z'
const eighthTurns = [0, 45, 90, 135, 180, 225, 270, 315]

/** The association's logo, by the id of its upload; empty where it has sent none. */
export const LogoContext = createContext('')

/** The association's mark. Whatever its logo looks like, it takes the place that the built-in one has. */
export function Emblem({ className, title }: { className?: string; title?: string }) {
  const logo = use(LogoContext)
  if (logo === '') return <BuiltIn {...{ className, title }} />
  return (
    <img src={logoAddress(logo, 'logo.webp', '')} alt={title ?? ''} width="96" height="112" className={className} />
  )
}

/**
 * The built-in mark: a shield parted by a chevron, an eight-rayed sun above it and three stars.
 * It imitates no official seal.
 */
function BuiltIn({ className, title }: { className?: string | undefined; title?: string | undefined }) {
  return (
    <svg
      viewBox="0 0 96 112"
      className={className}
      role={title ? 'img' : undefined}
      aria-label={title}
      aria-hidden={title ? undefined : true}
    >
      <path d="M48 2 92 14v42c0 27-18 45-44 54C22 101 4 83 4 56V14z" fill="#c9a227" />
      <path d="M48 6.2 88 17.1V56c0 24.6-16.2 41.2-40 49.7C24.2 97.2 8 80.6 8 56V17.1z" fill="#0b1f3a" />
      <path d="M48 9.8 84.6 19.8V56c0 22.6-14.7 37.8-36.6 46C26.1 93.8 11.4 78.6 11.4 56V19.8z" fill="#14305a" />
      <path d="M11.6 60 48 76l36.4-16c-1.5 20.5-15.8 34.3-36.4 42C27.4 94.3 13.1 80.5 11.6 60z" fill="#3d4a2a" />
      <path d="M11.4 54 48 70l36.6-16v5.5L48 75.5l-36.6-16z" fill="#c9a227" />
      <g transform="translate(48 40)" fill="#c9a227">
        {eighthTurns.map((turn) => (
          <path
            key={turn}
            transform={`rotate(${turn})`}
            d="M0-23.5 2.5-11h-5zM-4.4-19.5-2.6-11h-2.5zM4.4-19.5 5.1-11H2.6z"
          />
        ))}
        <circle r="9.6" />
        <circle r="7.4" fill="none" stroke="#14305a" strokeWidth="1" />
      </g>
      <g fill="#fff">
        <path transform="translate(20.5 27) scale(4.6)" d={star} />
        <path transform="translate(75.5 27) scale(4.6)" d={star} />
        <path transform="translate(48 88) scale(6)" d={star} />
      </g>
    </svg>
  )
}
