import type { PlaybackSource } from "./playback-schema";

type ChapterKind = PlaybackSource["chapters"][number]["kind"];

const KINDS: readonly (readonly [ChapterKind, RegExp])[] = [
  ["preview", /^(?:(?:next )?(?:episode )?preview|next episode|pv|yokoku|予告|次回)/i],
  ["recap", /^(?:recap|previously|summary|あらすじ)/i],
  [
    "outro",
    /^(?:ed(?:\s*\d*)?$|ending|end(?:ing)? (?:theme|song|credits)|outro|(?:end )?credits|closing|エンディング)/i,
  ],
  ["intro", /^(?:op(?:\s*\d*)?$|opening|intro$|introduction|オープニング)/i],
];

export function chapterKind(title: string | null): ChapterKind {
  const name = title?.trim() ?? "";
  return KINDS.find(([, pattern]) => pattern.test(name))?.[0] ?? "part";
}
