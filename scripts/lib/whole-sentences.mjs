/** Words that begin a fragment, whose sense depends on what it stands beside. */
const FRAGMENT =
  /^(Of|To|By|From|Which|Whose|With|Null|Then|Else|Otherwise|Those|They|And|Or|Such|As|For|Like|Than|That|Who|Whom|Their|So|Not|Never|Only|Also|Rather|Instead|Except|Per|Within|Beyond|Beside|Above|Below|Behind|Under|Over|Through|Across|Inside|Outside|Against|More|Less|Fewer|Longer|Larger|Smaller|Enough|Others)\b/;
/** Words that begin a fragment unless a comma leads to the main clause. */
const CLAUSE =
  /^(In|On|At|If|When|Where|While|Until|Unless|Since|Once|After|Before|During|Between|Without)\b(?![^.;:]*,)/;

/** Reports comments that begin like a fragment instead of a sentence that can be read alone. */
export const wholeSentences = {
  meta: {
    type: "suggestion",
    schema: [],
    messages: {
      fragment:
        "Write a whole sentence that can be read alone: a comment does not begin with “{{word}}”.",
      clause:
        "Write a whole sentence that can be read alone: “{{word}}” begins a comment only if a comma leads to its main clause.",
    },
  },
  create(context) {
    const report = ({ loc }, messageId, word) => {
      if (word !== undefined) context.report({ loc, messageId, data: { word } });
    };
    return {
      Program() {
        for (const { comment, text } of joinLines(context.sourceCode.getAllComments())) {
          report(comment, "fragment", FRAGMENT.exec(text)?.[1]);
          report(comment, "clause", CLAUSE.exec(text)?.[1]);
        }
      },
    };
  },
};

/** Joins consecutive lines of `//`, which are one comment. */
function joinLines(comments) {
  const joined = [];
  for (const [index, comment] of comments.entries()) {
    const text = comment.value.replace(/^[\s*]+/, "");
    if (continues(comments[index - 1], comment)) joined.at(-1).text += ` ${text}`;
    else joined.push({ comment, text });
  }
  return joined;
}

function continues(before, comment) {
  return (
    before?.type === "Line" &&
    comment.type === "Line" &&
    before.loc.end.line === comment.loc.start.line - 1 &&
    before.loc.start.column === comment.loc.start.column
  );
}

/** ESLint's form of a plugin, which the linter loads. */
export default { meta: { name: "akari" }, rules: { "whole-sentences": wholeSentences } };
