export interface PlayMarkData {
  /** Codes such as `JA EN · CC ES`; empty where no language is known. */
  codes: string;
  /** Sentences, for screen readers and as a tooltip. */
  text: string;
}

/** Says that a title or an episode plays here, and in which languages. */
export function PlayMark({ mark }: { mark: PlayMarkData | undefined }) {
  return (
    mark && (
      <span title={mark.text} className="play-mark">
        <span aria-hidden>{mark.codes}</span>
        <span className="sr-only">{mark.text} </span>
      </span>
    )
  );
}
