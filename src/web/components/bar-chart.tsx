import { AxisBottom, AxisLeft, type TickRendererProps } from '@visx/axis'
import { scaleBand, scaleLinear } from '@visx/scale'
import { Bar } from '@visx/shape'
import { TooltipWithBounds, useTooltip } from '@visx/tooltip'
import { useRef, type ReactNode } from 'react'
import { classes } from './classes.ts'

const width = 550
const inner = { top: 34, right: 540, bottom: 360, left: 62 }
/** The space below the axis: for one line, or for names of more than one word. */
const below = { word: 40, more: 140 }
/** On a phone and beside a list on paper the drawing is scaled down, so its letters are drawn larger. */
export const chartLetters = 'fill-ink font-sans text-[21px] @min-[500px]:text-[15px]'
/** For as many bars as a year has months, so that their names do not touch on a phone. */
const manyLetters = 'fill-ink font-sans text-[16px] @min-[500px]:text-[15px]'
/** On top of a bar. */
const figureLetters = 'fill-ink font-sans text-[18px] @min-[500px]:text-[16px]'
interface ChartBar {
  id: string
  name: string
  value: number
  /** A colour of the theme, `fill-navy`. */
  fill: string
}

interface BarChartProps {
  /** What it shows, for screen readers. */
  label: string
  bars: readonly ChartBar[]
  /** The figure on top of a bar and beside the axis. */
  show: (value: number) => string
  /** The figure in full, below the name. */
  tell: (value: number) => string
  /** The names under the bars, where they are more than a word. */
  nameBelow?: (props: TickRendererProps) => ReactNode
}

/** A few figures as bars, which can be pointed at, tapped and reached by keyboard. What is beside it says the same in words. */
export function BarChart({ label, bars, show, tell, nameBelow }: BarChartProps) {
  const drawing = useRef<SVGSVGElement>(null)
  const { tooltipData, tooltipLeft, tooltipTop, showTooltip, hideTooltip } = useTooltip<ChartBar>()
  const height = inner.bottom + (nameBelow ? below.more : below.word)
  const isMany = bars.length > 8
  const most = Math.max(1, ...bars.map((one) => one.value))
  const across = scaleBand({
    domain: bars.map((one) => one.id),
    range: [inner.left, inner.right],
    paddingInner: 0.36,
    paddingOuter: 0.22,
  })
  const up = scaleLinear({ domain: [0, most], range: [inner.bottom, inner.top], nice: true })
  const nameOf = (id: string) => bars.find((one) => one.id === id)?.name ?? ''

  function point(one: ChartBar) {
    const scale = (drawing.current?.clientWidth ?? width) / width
    const tooltipLeft = ((across(one.id) ?? 0) + across.bandwidth() / 2) * scale
    showTooltip({ tooltipData: one, tooltipLeft, tooltipTop: up(one.value) * scale })
  }

  return (
    <div className="@container relative mx-auto w-full max-w-[550px]">
      <svg
        ref={drawing}
        viewBox={`0 0 ${width} ${height}`}
        width={width}
        height={height}
        className="h-auto max-w-full overflow-visible"
        role="group"
        aria-label={label}
      >
        <AxisLeft
          scale={up}
          left={inner.left}
          tickValues={up.ticks(5).filter(Number.isInteger)}
          tickFormat={(value) => show(Number(value))}
          hideAxisLine
          tickLength={inner.left - inner.right}
          tickLineProps={{ className: 'stroke-line' }}
          tickLabelProps={{
            className: classes(chartLetters, 'tabular-nums'),
            dx: inner.left - inner.right - 8,
            dy: '0.33em',
          }}
        />
        {bars.map((one) => (
          <OneBar
            key={one.id}
            words={`${one.name}, ${tell(one.value)}`}
            figure={show(one.value)}
            left={across(one.id) ?? 0}
            wide={across.bandwidth()}
            top={up(one.value)}
            fill={one.fill}
            letters={isMany ? manyLetters : figureLetters}
            onShow={() => point(one)}
            onHide={hideTooltip}
          />
        ))}
        <AxisBottom
          scale={across}
          top={inner.bottom}
          hideTicks
          axisLineClassName="stroke-ink"
          tickFormat={nameOf}
          tickLabelProps={{ className: isMany ? manyLetters : chartLetters, textAnchor: 'middle' }}
          {...(nameBelow && { tickComponent: nameBelow })}
        />
      </svg>
      {tooltipData && (
        <TooltipWithBounds
          left={tooltipLeft ?? 0}
          top={tooltipTop ?? 0}
          offsetTop={-76}
          offsetLeft={12}
          unstyled
          applyPositionStyle
          className="pointer-events-none rounded-field bg-navy max-w-64 px-4 py-2.5 break-words text-white shadow-float"
        >
          <p className="font-semibold">{tooltipData.name}</p>
          <p className="tabular-nums">{tell(tooltipData.value)}</p>
        </TooltipWithBounds>
      )}
    </div>
  )
}

interface OneBarProps {
  words: string
  figure: string
  left: number
  wide: number
  top: number
  fill: string
  letters: string
  onShow: () => void
  onHide: () => void
}

/** A bar with its figure on top. It can be reached by keyboard and by a tap, which show the same as the mouse. */
function OneBar({ words, figure, left, wide, top, fill, letters, onShow, onHide }: OneBarProps) {
  return (
    <g
      role="img"
      tabIndex={0}
      aria-label={words}
      onMouseEnter={onShow}
      onMouseLeave={onHide}
      onFocus={onShow}
      onBlur={onHide}
    >
      <Bar
        x={left}
        y={top}
        width={wide}
        height={Math.max(0, inner.bottom - top)}
        rx={4}
        className={classes(fill, 'motion-safe:transition-all motion-safe:duration-200')}
      />
      <text x={left + wide / 2} y={top - 10} textAnchor="middle" className={classes(letters, 'font-bold tabular-nums')}>
        {figure}
      </text>
    </g>
  )
}
