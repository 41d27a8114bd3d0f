import { useCallback, useState } from "react";
import { readSeriesChoice, writeSeriesChoice, type SeriesChoice } from "./series-choice";

export type ChangeSeriesChoice = (change: SeriesChoice) => void;

export function useSeriesChoice(animeId: number): [SeriesChoice, ChangeSeriesChoice] {
  const [state, setState] = useState(() => ({
    animeId,
    choice: readSeriesChoice(localStorage, animeId),
  }));
  if (state.animeId !== animeId)
    setState({ animeId, choice: readSeriesChoice(localStorage, animeId) });
  const change = useCallback(
    (changes: SeriesChoice) => {
      writeSeriesChoice(localStorage, animeId, changes);
      setState(({ choice }) => ({ animeId, choice: { ...choice, ...changes } }));
    },
    [animeId],
  );
  return [state.choice, change];
}
