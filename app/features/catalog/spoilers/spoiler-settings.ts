/** What a user has hidden from pages; the API is not affected. */
export interface SpoilerSettings {
  /** Of unseen episodes, as are synopses and pictures. */
  episodeTitles: boolean;
  episodeSynopses: boolean;
  episodePictures: boolean;
  /** Of the catalog; the user's own stay. */
  scores: boolean;
  /** What other users gave a title. */
  reviews: boolean;
}

export const HIDE_NOTHING: SpoilerSettings = {
  episodeTitles: false,
  episodeSynopses: false,
  episodePictures: false,
  scores: false,
  reviews: false,
};

export const HIDE_ALL: SpoilerSettings = {
  episodeTitles: true,
  episodeSynopses: true,
  episodePictures: true,
  scores: true,
  reviews: true,
};
