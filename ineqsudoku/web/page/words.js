// The words of the page in English and Chinese.  A text may have placeholders {0}, {1}, …

import { inChinese } from "./messages.js";

/** @typedef {"en" | "zh"} Language */

/** @type {Record<string, readonly [string, string]>} */
const WORDS = {
  title: ["Inequality sudoku", "不等式数独"],
  language: ["中文", "English"],
  enter: ["Enter", "输入"],
  make: ["Make", "出题"],
  judge: ["Judge", "检查"],
  play: ["Play", "解题"],
  help: ["Help", "提示"],
  share: ["Share", "分享"],
  sections: ["Sections", "栏目"],
  board: ["Board", "盘面"],
  undo: ["Undo", "撤销"],
  redo: ["Redo", "重做"],

  "enter.how": [
    "Click a line between two cells to set its sign; click a cell and type its digit. By keyboard: arrows move, Shift and an arrow changes the sign on that side.",
    "点击两格之间的线可设置不等号；点击格子后输入数字。键盘：方向键移动，Shift 加方向键改变该侧的不等号。",
  ],
  "enter.paste": ["Or paste a puzzle here, in any format", "或在此粘贴题目（任何格式）"],
  "enter.read": ["Read", "读取"],
  "enter.file": ["Open a file…", "打开文件…"],
  "enter.drop": ["Files can also be dropped onto the page.", "也可以把文件拖到页面上。"],
  "enter.example": ["Example", "示例"],
  "enter.blank": ["Blank board", "空白盘面"],
  "enter.size": ["Size", "大小"],
  "enter.read.one": ["Read as {0}.", "已按 {0} 格式读取。"],
  "enter.read.many": ["{0} puzzles, read as {1}. Choose one:", "共 {0} 题，格式为 {1}。请选择："],
  "enter.first": ["The first {0} are shown.", "仅显示前 {0} 题。"],
  "enter.faults": ["The text cannot be read:", "无法读取该文本："],
  "enter.more": ["There are more faults.", "还有更多错误。"],
  "enter.large": ["The file is larger than 700 KiB.", "文件超过 700 KiB。"],
  "enter.lossy": ["Read without the rules that this page does not know", "忽略本页不支持的规则并读取"],
  "enter.boxes": ["Add boxes", "加上宫"],
  "enter.puzzle": ["Puzzle {0}", "第 {0} 题"],
  "at": ["line {0}, column {1}", "第 {0} 行第 {1} 列"],

  "make.how": [
    "A new puzzle with exactly one solution. The same seed gives the same puzzle everywhere; without one, every puzzle is different.",
    "生成一道有唯一解的新题。同一种子在任何地方都生成同一道题；不填则每次不同。",
  ],
  "make.level": ["Level", "难度"],
  "make.any": ["any", "不限"],
  "make.kind": ["Kind", "类型"],
  "make.full": ["all signs inside boxes", "宫内全部不等号"],
  "make.minimal": ["as few signs as possible", "尽量少的不等号"],
  "make.extended": ["all signs, across borders too", "全部不等号（含宫与宫之间）"],
  "make.plain": ["digits only", "只有数字"],
  "make.seed": ["Seed", "种子"],
  "make.make": ["Make a puzzle", "生成题目"],
  "make.stop": ["Stop", "停止"],
  "make.working": ["Making…", "正在生成…"],
  "make.made": ["Made. The same in a terminal: {0}", "已生成。在终端中用这条命令得到同一道题：{0}"],

  fault: ["expected {0}, found {1}.", "应为{0}，实为{1}。"],
  or: [" or ", "或 "],
  comma: [", ", "、"],
  clause: [", ", "，"],

  "verdict.blank": ["The board is empty.", "盘面为空。"],
  "verdict.working": ["Judging…", "正在检查…"],
  "verdict.loading": ["Loading Python, which takes longer the first time…", "正在加载 Python，首次较慢…"],
  "verdict.valid": ["One solution.", "唯一解。"],
  "verdict.cycle": ["No solution: signs go round in a cycle.", "无解：不等号构成环。"],
  "verdict.none": ["No solution.", "无解。"],
  "verdict.box": ["No solution: box {0} cannot be filled.", "无解：第 {0} 宫无法填写。"],
  "verdict.multiple": ["Several solutions.", "多解。"],
  "verdict.count": ["{0} solutions.", "共 {0} 个解。"],
  "verdict.least": ["At least {0} solutions.", "至少 {0} 个解。"],
  "verdict.unknown": ["Undecided: the search took too long.", "未能确定：搜索时间过长。"],
  "judge.level": ["Level: {0} (rating {1}).", "难度：{0}（评分 {1}）。"],
  easy: ["easy", "简单"],
  moderate: ["moderate", "中等"],
  hard: ["hard", "较难"],
  expert: ["expert", "困难"],
  extreme: ["extreme", "极难"],
  "judge.redundant": ["{0} signs follow from the others.", "有 {0} 个不等号可由其余的推出。"],
  "judge.showRedundant": ["Mark redundant signs", "标出多余的不等号"],
  "judge.minimal": ["Leave out all that can be", "删去能删的不等号"],
  "judge.conflict": ["The {0} signs in bold cannot all hold.", "加粗的 {0} 个不等号不能同时成立。"],
  "judge.givens": ["The given digits contradict each other.", "已知数字相互矛盾。"],
  "judge.repairs": ["Flipping one of these signs repairs the puzzle:", "翻转以下任一不等号即可修正题目："],
  "judge.noRepair": ["No single flip repairs the puzzle.", "只翻转一个不等号无法修正。"],
  "judge.flip": ["Flip {0}", "翻转 {0}"],
  "judge.flipSeveral": ["Flip {0} (then several solutions)", "翻转 {0}（之后多解）"],
  "judge.flipped": ["Flipped {0}; the sign is ringed.", "已翻转 {0}，以圆圈标出。"],
  "judge.first": ["One solution", "一个解"],
  "judge.second": ["Another one", "另一个解"],
  "judge.differ": ["They differ in {0} cells.", "两者有 {0} 格不同。"],
  "judge.empty": ["Enter a puzzle; it is judged as soon as you pause.", "输入题目后会自动检查。"],
  "judge.searching": ["Looking for the reason…", "正在查找原因…"],

  digit: ["Digit", "数字"],
  corner: ["Corner", "角标"],
  centre: ["Centre", "中心标"],
  colour: ["Colour", "颜色"],
  "play.kind": ["What keys write", "按键填入"],
  "play.keys": ["Digits", "数字"],
  "play.erase": ["Erase", "清除"],
  "play.several": ["Select several", "多选"],
  "play.check": ["Check", "检验"],
  "play.restart": ["Start over", "重新开始"],
  "play.hide": ["Hide timer", "隐藏计时"],
  "play.show": ["Show timer", "显示计时"],
  "play.solved": ["Solved. Well done!", "完成，恭喜！"],
  "play.good": ["No slip so far.", "目前没有错误。"],
  "play.slip": ["There is a slip somewhere.", "某处有错误。"],
  "play.uncheckable": ["Only a puzzle with one solution can be checked.", "只有唯一解的题目才能检验。"],
  "play.time": ["Time {0}", "用时 {0}"],
  "play.games": ["Games kept in this browser", "此浏览器中保存的进度"],
  "play.filled": ["{0} of {1} cells", "{0}/{1} 格"],
  "play.forget": ["Forget", "删除"],
  "play.how": [
    "Type digits; with Shift corner marks, with Ctrl centre marks. Space changes what keys write.",
    "直接输入数字；Shift 为角标，Ctrl 为中心标。空格键切换填入的内容。",
  ],

  "help.hint": ["Give a hint", "给个提示"],
  "help.more": ["Tell more", "再提示一点"],
  "help.apply": ["Write it down", "应用提示"],
  "help.explain": ["Explain all steps", "讲解全部步骤"],
  "help.close": ["Close explanation", "关闭讲解"],
  "help.step": ["Step {0} of {1}", "第 {0} 步，共 {1} 步"],
  "help.previous": ["Previous", "上一步"],
  "help.next": ["Next", "下一步"],
  "help.slider": ["Step", "步骤"],
  "help.needs": [
    "Help needs a puzzle with exactly one solution; Judge says what is wrong with this one.",
    "只有唯一解的题目才有提示和讲解；“检查”会说明本题的问题。",
  ],
  "help.how": [
    "A hint starts from what you have written and says more each time. The explanation solves the puzzle from the beginning.",
    "提示从当前进度出发，逐级给出更多信息；讲解则从头解出题目。",
  ],

  "share.link": ["Link to this puzzle", "题目链接"],
  "share.private": ["The link holds the puzzle itself; nothing is stored anywhere.", "题目就在链接里，不会存储在任何地方。"],
  "share.copy": ["Copy", "复制"],
  "share.copied": ["Copied.", "已复制。"],
  "share.pictures": ["Pictures", "图片"],
  "share.worksheet": ["PDF worksheet", "PDF 练习卷"],
  "share.print": ["Print", "打印"],
  "share.printsheet": ["Print a worksheet", "打印练习卷"],
  "share.answers": ["with the answer", "附答案"],
  "share.open": ["Open elsewhere", "在其他网站打开"],
  "share.in": ["Open in {0}", "在 {0} 中打开"],
  "share.text": ["As text", "文本"],
  "share.format": ["Format", "格式"],
  "share.loses": ["{0} cannot hold {1}.", "{0} 格式无法保存：{1}。"],
  option: ["{0}: {1}", "{0}：{1}"],
  "share.result": ["Text of the puzzle", "题目文本"],
  "share.save": ["Save", "保存"],

  row: ["row {0} column {1}", "第 {0} 行第 {1} 列"],
  given: ["given {0}", "已知数字 {0}"],
  holds: ["{0}", "{0}"],
  empty: ["empty", "空"],
  "less.right": ["less than its right neighbour", "小于右边的格"],
  "greater.right": ["greater than its right neighbour", "大于右边的格"],
  "less.left": ["less than its left neighbour", "小于左边的格"],
  "greater.left": ["greater than its left neighbour", "大于左边的格"],
  "less.below": ["less than the cell below", "小于下方的格"],
  "greater.below": ["greater than the cell below", "大于下方的格"],
  "less.above": ["less than the cell above", "小于上方的格"],
  "greater.above": ["greater than the cell above", "大于上方的格"],
  "marks.corner": ["corner marks {0}", "角标 {0}"],
  "marks.centre": ["centre marks {0}", "中心标 {0}"],
  "marks.colour": ["colour {0}", "颜色 {0}"],
  candidates: ["candidates {0}", "候选数 {0}"],
  "role.conflict": ["in conflict", "有冲突"],
  "role.wrong": ["twice in a house", "行、列或宫内重复"],
  "role.premise": ["premise", "依据"],
  "role.placed": ["marked", "已标记"],
  "role.removed": ["loses candidates", "有候选数被排除"],
  "role.repair": ["repair", "修正"],
  "role.differs": ["differs", "两个解不同"],
  failure: ["No answer. Is the server, or the network, still there?", "没有响应，服务器或网络是否可用？"],
};

/**
 * Return a function that gives the text for a key.
 * @param {Language} language
 */
export const wordsOf =
  (language) =>
  /**
   * @param {string} key
   * @param {...(string | number)} values
   * @returns {string}
   */
  (key, ...values) => {
    const text = WORDS[key]?.[language === "zh" ? 1 : 0] ?? (language === "zh" ? inChinese(key) : key);
    return text.replace(/\{(\d)\}/g, (_, index) => String(values[Number(index)]));
  };

/** @typedef {ReturnType<typeof wordsOf>} Words */

/** @returns {Language} */
export const preferred = () => (navigator.language.toLowerCase().startsWith("zh") ? "zh" : "en");
