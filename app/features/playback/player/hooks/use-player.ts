import { useCallback, useEffect, useRef } from "react";
import type { SaveResponse } from "~/features/playback/progress/send-progress";
import { useProgressSaver } from "~/features/playback/progress/use-progress-saver";
import type { PlayerEngine } from "~/features/playback/player/engine/engine";
import { usePlayerActions } from "~/features/playback/player/input/use-player-actions";
import { usePlayerKeys } from "~/features/playback/player/input/use-player-keys";
import { useTaps } from "~/features/playback/player/input/use-taps";
import { useNotice } from "~/features/playback/player/overlay/notice";
import { usePlayerPreferences } from "~/features/playback/player/preferences/use-player-preferences";
import { useSeriesChoice } from "~/features/playback/player/preferences/use-series-choice";
import { useSubtitleFile } from "~/features/playback/player/subtitles/use-subtitle-file";
import { useI18n } from "~/i18n/i18n-context";
import { useAutoSkip } from "./use-auto-skip";
import { useEngine } from "./use-engine";
import { useFullscreen } from "./use-fullscreen";
import { useIdle } from "./use-idle";
import { useMediaSession } from "./use-media-session";
import { useSource, type NamedSource } from "./use-source";
import { useTracks } from "./use-tracks";

/** The same in each render, as an effect depends on it. */
const NONE: readonly number[] = [];

export interface PlayerProps {
  animeId: number;
  number: number;
  series: string;
  title: string;
  sources: readonly NamedSource[];
  /** The user's id; null for a visitor. */
  owner: string | null;
  /** Unvalidated preferences of the account; null for a visitor. */
  storedPreferences: unknown;
  poster: string;
  next: { number: number; title: string | null } | null;
  hasPrevious: boolean;
  /** True after navigation within the site, false when the URL was opened directly. */
  autoplay: boolean;
  /** Signs the sources' URLs anew. Resolves to whether they have changed. */
  renewSources: () => Promise<boolean>;
  readStart: () => number;
  onNext: () => void;
  onPrevious: () => void;
  /** Whether the series has no later episode, here or elsewhere. */
  isLast?: boolean;
  /** Leads back to the series after the last episode that plays here. */
  onLeave?: () => void;
  onSaved: (response: SaveResponse) => void;
  /** In a room all viewers play at normal speed, and nothing is skipped without a click. */
  isShared?: boolean;
  onEngine?: (engine: PlayerEngine | null) => void;
  /** Tells whether the viewer wants the page's whole width; absent where it has one width. */
  onTheater?: (theater: boolean) => void;
}

/** Everything that the player does; the component shows it. */
export function usePlayer(props: PlayerProps) {
  const { animeId, number, series, title, sources, owner, poster, next, hasPrevious, onSaved } =
    props;
  const { isShared = false, onEngine, onLeave, onTheater } = props;
  const { t } = useI18n();
  const stage = useRef<HTMLDivElement>(null);
  const helpDialog = useRef<HTMLDialogElement>(null);
  const [preferences, change] = usePlayerPreferences(props.storedPreferences, owner !== null);
  const { theater } = preferences;
  const [seriesChoice, changeForSeries] = useSeriesChoice(animeId);
  const { engine, state, attach } = useEngine(() => preferences);
  const video = engine?.video ?? null;
  const fullscreen = useFullscreen(stage, video);
  const { idle: isIdle, wake, rest } = useIdle(state.paused || state.phase === "failed");
  const [notice, showNotice] = useNotice();
  const { source, index, marks, select, retry, isRenewing } = useSource({
    engine,
    episode: `${animeId}/${number}`,
    sources,
    renewSources: props.renewSources,
    readStart: props.readStart,
    autoplay: props.autoplay,
    problem: state.problem,
    onReplaced: ({ failed, problem, next: name }) =>
      showNotice(t("player.replaced", { failed, why: t(`problem.${problem}`), next: name }), {
        isLong: true,
      }),
  });

  const onNext = next === null ? null : props.onNext;
  const onPrevious = hasPrevious ? props.onPrevious : null;
  const toggleTheater = useCallback(
    () => (onTheater === undefined ? undefined : change({ theater: !theater })),
    [onTheater, change, theater],
  );
  const { act, setVolume, chooseSubtitle, chooseAudio, togglePictureInPicture } = usePlayerActions({
    engine,
    change,
    changeForSeries,
    helpDialog,
    toggleFullscreen: fullscreen.toggle,
    toggleTheater,
    notify: showNotice,
    wake,
    onNext: onNext ?? onLeave ?? null,
    onPrevious,
    isShared,
  });

  useEffect(() => onTheater?.(theater), [onTheater, theater]);
  const speed = isShared ? 1 : preferences.speed;
  useEffect(() => engine?.setSpeed(speed), [engine, speed]);
  useEffect(() => {
    onEngine?.(engine);
    return () => onEngine?.(null);
  }, [engine, onEngine]);
  const wantedSubtitles =
    seriesChoice.subtitles === undefined ? preferences.subtitles : seriesChoice.subtitles;
  useTracks(engine, state, {
    subtitles: wantedSubtitles,
    subtitleLabel: seriesChoice.subtitleLabel,
    subtitleKind: seriesChoice.subtitleKind,
    soundLanguage: sources[index]?.soundLanguage,
    audio: seriesChoice.audio ?? preferences.audio,
  });
  const { fonts = [], otherEpisodes = NONE } = sources[index] ?? {};
  const delay = seriesChoice.subtitleDelay ?? 0;
  const fileCues = useSubtitleFile({
    engine,
    file: state.subtitleFile,
    fonts,
    plain: preferences.plainSubtitles,
    delay,
    onProblem: (problem) => showNotice(t(`player.subtitles.${problem}`), { isLong: true }),
  });
  useAutoSkip({ engine, url: source.url, marks, enabled: preferences.autoSkip && !isShared });
  usePlayerKeys(act);
  useProgressSaver({ player: engine, animeId, episode: number, otherEpisodes, owner, onSaved });
  const seek = useCallback((time: number) => engine?.seek(time), [engine]);
  useMediaSession({
    video,
    title,
    series,
    artwork: poster,
    hasPrevious,
    hasNext: next !== null,
    onAction: act,
    onSeek: seek,
  });
  const taps = useTaps({ act, isIdle, wake, rest });

  return {
    elements: { stage, helpDialog, attach },
    playback: { engine, state, source, index, marks, select, retry, isRenewing },
    choices: { preferences, change, delay, changeForSeries, wantedSubtitles },
    view: { fullscreen, isIdle, wake, taps, notice, fileCues },
    actions: { act, seek, setVolume, chooseSubtitle, chooseAudio, togglePictureInPicture },
  };
}
