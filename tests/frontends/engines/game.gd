extends SceneTree
# A game without a window that plays with the script; written for Godot 3, as the script is translated to.

var brida


func _init():
	var told = OS.get_cmdline_args()
	brida = load("res://soulkeep.gd").new()
	get_root().call_deferred("add_child", brida)
	brida.url = told[told.size() - 2]
	brida.key = told[told.size() - 1]
	brida.person = "Jo & Söhne"
	brida.session = "save-3"
	brida.game_time = "1386-05-01T18:00:00Z"
	brida.connect("failed", self, "_on_failed")
	brida.connect("observed", self, "_on_observed")
	brida.connect("replied", self, "_on_replied")
	brida.connect("recalled", self, "_on_recalled")
	call_deferred("play")


func play():
	yield(brida.reply("Too early."), "completed")
	var profile = yield(brida.define("Brida", "An innkeeper.\nShe says “By my kettle!”"), "completed")
	say("made", profile["name"])
	yield(brida.observe("My \"sister\" Clara\tplays the cello.", "", 0.0, "turn-1"), "completed")
	yield(brida.observe("A dragon flies over the inn.", "narrator", 9.5), "completed")
	var hits = yield(brida.recall("Who plays the cello?", 3), "completed")
	say("found", hits[0]["memory"]["text"])
	brida.game_time = "1386-06-01T18:00:00Z"
	var answer = yield(brida.reply("Who plays the cello?"), "completed")
	say("rests on", answer["references"][0]["memory"]["id"])
	answer = yield(brida.reply("Who plays the cello?", ["ben"]), "completed")
	say("overheard", answer["text"])
	yield(brida.feel({"trust": -0.5}), "completed")
	var bond = yield(brida.bond(), "completed")
	say("trust", "%.1f" % bond["trust"])
	brida.url = "http://127.0.0.1:9"
	yield(brida.observe("Nobody hears this."), "completed")
	quit()


func say(what, text):
	print(what, ": ", text.replace("\n", " "))


func _on_failed(message, hint):
	say("failed", message + " / " + hint)


func _on_observed(id):
	say("stored", id)


func _on_replied(text, references):
	say("said", text)


func _on_recalled(hits):
	say("signalled", str(hits.size()))
