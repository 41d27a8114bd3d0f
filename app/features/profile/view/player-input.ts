export const PLAYER_SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2] as const;

export const SUBTITLES_OFF = "off";

/** The value is stored as it is, where other choices are languages. */
export const SUBTITLES_AUTOMATIC = "auto";
