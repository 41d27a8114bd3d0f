export declare function fallbackFontRules(): string;
