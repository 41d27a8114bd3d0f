import { useCallback, useEffect, useRef, useState } from "react";
import { useFetcher, useLocation } from "react-router";
import type { PageAnswer, PageChange } from "./page-change";

/** Hands an answer to the page, which shows it. */
export type TellAnswer = (answer: PageAnswer) => void;

/**
 * The answer that a page shows: what the form before said that led here (`note`), what this request's form was refused for, or the last one
 * that came while the page stood. It goes when the address changes.
 */
export function useAnswers(
  note: PageChange | null,
  sent?: PageAnswer,
): { answer: PageAnswer | null; tell: TellAnswer } {
  const { key } = useLocation();
  const [last, setLast] = useState({
    key,
    answer: sent ?? (note === null ? null : { change: note, refused: null }),
  });
  const tell = useCallback<TellAnswer>((answer) => setLast({ key, answer }), [key]);
  return { answer: last.key === key ? last.answer : null, tell };
}

/** A form that is sent without leaving the page, side by side with others. Its answers go to `tell`. */
export function useChangeForm(tell: TellAnswer) {
  const fetcher = useFetcher<PageAnswer>();
  const told = useRef<PageAnswer | undefined>(undefined);
  const { data } = fetcher;
  useEffect(() => {
    if (data === undefined || data === told.current) return;
    told.current = data;
    tell(data);
  }, [data, tell]);
  return fetcher;
}
