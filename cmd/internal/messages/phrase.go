package messages

import "strings"

// Phrase says the first bytes of a hash in words, one for each byte, so that two people can compare it aloud, each in the own
// language: the words of both mean the same. Who wants another match to have the phrase of this one must try 2^40 of them.
func (l Lang) Phrase(hash [32]byte) string {
	said := make([]string, phraseWords)
	for i := range said {
		said[i] = phraseWord[hash[i]].In(l)
	}
	if l == Chinese {
		return strings.Join(said, "、")
	}
	return strings.Join(said, " ")
}

const phraseWords = 5

// phraseWord is a word for each byte: things that everybody knows.
var phraseWord = [256]Text{
	text("apple", "苹果"), text("pear", "梨子"), text("peach", "桃子"), text("plum", "李子"), text("cherry", "樱桃"), text("grape", "葡萄"), text("lemon", "柠檬"), text("melon", "甜瓜"),
	text("banana", "香蕉"), text("mango", "芒果"), text("orange", "橙子"), text("coconut", "椰子"), text("walnut", "核桃"), text("peanut", "花生"), text("chestnut", "栗子"), text("almond", "杏仁"),
	text("carrot", "萝卜"), text("potato", "土豆"), text("tomato", "番茄"), text("onion", "洋葱"), text("garlic", "大蒜"), text("ginger", "生姜"), text("pepper", "辣椒"), text("cabbage", "白菜"),
	text("pumpkin", "南瓜"), text("cucumber", "黄瓜"), text("mushroom", "蘑菇"), text("bamboo", "竹子"), text("soybean", "大豆"), text("cotton", "棉花"), text("wheat", "小麦"), text("maize", "玉米"),
	text("bread", "面包"), text("butter", "黄油"), text("cheese", "奶酪"), text("honey", "蜂蜜"), text("sugar", "白糖"), text("salt", "食盐"), text("vinegar", "陈醋"), text("noodle", "面条"),
	text("dumpling", "饺子"), text("pancake", "煎饼"), text("biscuit", "饼干"), text("chocolate", "巧克力"), text("coffee", "咖啡"), text("milk", "牛奶"), text("juice", "果汁"), text("soup", "热汤"),
	text("tiger", "老虎"), text("lion", "狮子"), text("panda", "熊猫"), text("monkey", "猴子"), text("elephant", "大象"), text("camel", "骆驼"), text("horse", "骏马"), text("donkey", "毛驴"),
	text("rabbit", "兔子"), text("squirrel", "松鼠"), text("fox", "狐狸"), text("wolf", "野狼"), text("bear", "棕熊"), text("deer", "梅花鹿"), text("goat", "山羊"), text("cow", "奶牛"),
	text("dog", "小狗"), text("cat", "小猫"), text("mouse", "老鼠"), text("hedgehog", "刺猬"), text("beaver", "河狸"), text("otter", "水獭"), text("seal", "海豹"), text("whale", "鲸鱼"),
	text("dolphin", "海豚"), text("shark", "鲨鱼"), text("carp", "鲤鱼"), text("turtle", "乌龟"), text("frog", "青蛙"), text("snake", "长蛇"), text("lizard", "蜥蜴"), text("crocodile", "鳄鱼"),
	text("eagle", "老鹰"), text("crane", "仙鹤"), text("swan", "天鹅"), text("goose", "大雁"), text("duck", "鸭子"), text("chicken", "公鸡"), text("peacock", "孔雀"), text("parrot", "鹦鹉"),
	text("owl", "猫头鹰"), text("swallow", "燕子"), text("sparrow", "麻雀"), text("magpie", "喜鹊"), text("pigeon", "鸽子"), text("penguin", "企鹅"), text("ostrich", "鸵鸟"), text("gull", "海鸥"),
	text("bee", "蜜蜂"), text("ant", "蚂蚁"), text("butterfly", "蝴蝶"), text("dragonfly", "蜻蜓"), text("cricket", "蟋蟀"), text("spider", "蜘蛛"), text("snail", "蜗牛"), text("crab", "螃蟹"),
	text("lobster", "龙虾"), text("shrimp", "河虾"), text("oyster", "牡蛎"), text("octopus", "章鱼"), text("coral", "珊瑚"), text("pearl", "珍珠"), text("shell", "贝壳"), text("feather", "羽毛"),
	text("rose", "玫瑰"), text("lotus", "荷花"), text("orchid", "兰花"), text("tulip", "郁金香"), text("sunflower", "向日葵"), text("lily", "百合"), text("peony", "牡丹"), text("jasmine", "茉莉"),
	text("pine", "松树"), text("willow", "柳树"), text("maple", "枫树"), text("cypress", "柏树"), text("palm", "棕榈"), text("grass", "青草"), text("leaf", "树叶"), text("forest", "森林"),
	text("mountain", "高山"), text("valley", "山谷"), text("river", "大河"), text("lake", "湖泊"), text("island", "海岛"), text("desert", "沙漠"), text("beach", "沙滩"), text("volcano", "火山"),
	text("waterfall", "瀑布"), text("spring", "泉水"), text("cave", "山洞"), text("bridge", "桥梁"), text("road", "公路"), text("harbour", "港口"), text("lighthouse", "灯塔"), text("village", "村庄"),
	text("sun", "太阳"), text("moon", "月亮"), text("star", "星星"), text("comet", "彗星"), text("cloud", "白云"), text("rain", "雨水"), text("snow", "雪花"), text("thunder", "雷声"),
	text("lightning", "闪电"), text("rainbow", "彩虹"), text("wind", "大风"), text("fog", "浓雾"), text("ice", "冰块"), text("fire", "火焰"), text("smoke", "炊烟"), text("shadow", "影子"),
	text("morning", "早晨"), text("evening", "傍晚"), text("summer", "夏天"), text("autumn", "秋天"), text("winter", "冬天"), text("birthday", "生日"), text("holiday", "假期"), text("festival", "节日"),
	text("house", "房子"), text("door", "大门"), text("window", "窗户"), text("roof", "屋顶"), text("kitchen", "厨房"), text("garden", "花园"), text("stairs", "楼梯"), text("tower", "宝塔"),
	text("table", "桌子"), text("chair", "椅子"), text("bed", "木床"), text("lamp", "台灯"), text("candle", "蜡烛"), text("mirror", "镜子"), text("clock", "时钟"), text("carpet", "地毯"),
	text("cup", "杯子"), text("bowl", "饭碗"), text("plate", "盘子"), text("spoon", "勺子"), text("knife", "小刀"), text("kettle", "水壶"), text("basket", "篮子"), text("bottle", "瓶子"),
	text("hat", "帽子"), text("scarf", "围巾"), text("glove", "手套"), text("shoe", "鞋子"), text("button", "纽扣"), text("pocket", "口袋"), text("umbrella", "雨伞"), text("silk", "丝绸"),
	text("needle", "针线"), text("scissors", "剪刀"), text("hammer", "锤子"), text("ladder", "梯子"), text("rope", "绳子"), text("anchor", "船锚"), text("wheel", "车轮"), text("compass", "罗盘"),
	text("ship", "轮船"), text("train", "火车"), text("bicycle", "自行车"), text("tractor", "拖拉机"), text("rocket", "火箭"), text("balloon", "气球"), text("kite", "风筝"), text("sail", "风帆"),
	text("book", "书本"), text("pencil", "铅笔"), text("paper", "纸张"), text("letter", "书信"), text("stamp", "邮票"), text("map", "地图"), text("picture", "图画"), text("newspaper", "报纸"),
	text("piano", "钢琴"), text("violin", "提琴"), text("flute", "笛子"), text("drum", "大鼓"), text("trumpet", "喇叭"), text("bell", "铃铛"), text("song", "歌曲"), text("dance", "舞蹈"),
	text("gold", "黄金"), text("silver", "白银"), text("copper", "铜钱"), text("iron", "铁块"), text("glass", "玻璃"), text("stone", "石头"), text("jade", "玉石"), text("diamond", "钻石"),
	text("doctor", "医生"), text("teacher", "老师"), text("farmer", "农民"), text("tailor", "裁缝"), text("painter", "画家"), text("singer", "歌手"), text("sailor", "水手"), text("hunter", "猎人"),
	text("king", "国王"), text("queen", "王后"), text("dragon", "巨龙"), text("giant", "巨人"), text("castle", "城堡"), text("crown", "王冠"), text("treasure", "宝藏"), text("magic", "魔法"),
}
