/** Code points, counting a line break as one. */
export const MAX_BIO_LENGTH = 500;
/** The favorite titles of a user. */
export const MAX_ANIMES = 5_000;
/** The favorite studios, characters and people of a user, each. */
export const MAX_NAMES = 500;
/** Hours by which the schedule may be later than the broadcast. */
export const MAX_DELAY_HOURS = 72;
