export const EPISODES_PER_PAGE = 50;

export interface EpisodeRange {
  number: number;
  label: string;
}

export function toEpisodeRanges(total: number): EpisodeRange[] {
  return Array.from({ length: Math.ceil(total / EPISODES_PER_PAGE) }, (_, index) => ({
    number: index + 1,
    label: `${index * EPISODES_PER_PAGE + 1}–${Math.min(total, (index + 1) * EPISODES_PER_PAGE)}`,
  }));
}
