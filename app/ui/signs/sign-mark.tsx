import { signPath, type Sign } from "./signs";

interface SignMarkProps {
  sign: Sign;
  className?: string;
}

/** The way from one character to the next, in em. */
const STEP = 1.12;

/**
 * A sign as an outline, as large as its font size. As text it would load slices of a font on
 * systems without a Japanese one, and show boxes where those are missing.
 */
export function SignMark({ sign, className }: SignMarkProps) {
  return (
    <svg
      aria-hidden
      width="1em"
      height={`${sign.length * STEP}em`}
      fill="currentColor"
      className={className}
    >
      <use href={`${signPath(sign)}#sign`} />
    </svg>
  );
}
