/** What pages mask for a user; the API is not affected. */
export interface SpoilerSettings {
  /** Whether titles of unwatched episodes are masked; synopses and images likewise. */
  episodeTitles: boolean;
  episodeSynopses: boolean;
  episodeImages: boolean;
  /** Whether the catalog's scores are masked; the user's own are shown. */
  scores: boolean;
  /** What other users gave a title. */
  reviews: boolean;
}

export const MASK_NOTHING: SpoilerSettings = {
  episodeTitles: false,
  episodeSynopses: false,
  episodeImages: false,
  scores: false,
  reviews: false,
};

export const MASK_ALL: SpoilerSettings = {
  episodeTitles: true,
  episodeSynopses: true,
  episodeImages: true,
  scores: true,
  reviews: true,
};
