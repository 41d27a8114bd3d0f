/** The speeds that the settings offer; the player knows them too. */
export const PLAYER_SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2] as const;

/** What the form sends for no subtitles; an empty field leaves the choice to the stream. */
export const SUBTITLES_OFF = "off";
