class_name Soulkeep
extends Node
## A character's memory, kept by a soulkeep server. Add this node to whoever is to remember.
##
## Each method can be awaited, and tells by a signal, too:
##     var answer: Dictionary = await $Soulkeep.reply("Do you remember me?")
##     $Label.text = answer.get("text", "")
## A failure gives an empty dictionary, and the signal `failed`.

signal observed(memory_id)
signal recalled(hits)
signal replied(text, references)
signal failed(message, hint)

## Where the server is: `soulkeep serve`.
@export var url: String = "http://127.0.0.1:8642"
## A key of the server, if it has keys.
@export var key: String = ""
## Who remembers. The same id everywhere is the same character.
@export var character: String = "brida"
## Whom the character faces: an id of the player.
@export var person: String = "player"
## The conversation that is going on: a scene, a day, a save.
@export var session: String = ""
## The game's own time, as "1386-05-01T18:00:00Z"; empty for this computer's.
@export var game_time: String = ""
## Seconds after which a request is given up.
@export var seconds: float = 60.0


## Make the character, or change who it is. Call it once, before the others.
func define(display_name: String, description: String) -> Dictionary:
	var body: Dictionary = {"name": display_name, "description": description}
	return await _send(HTTPClient.METHOD_PUT, "", body)


## Remember what was said or happened. Importance is 1 (small talk) to 10 (life-changing); 0 leaves
## it to the server. An id of yours makes sure that nothing is stored twice.
func observe(
	text: String, speaker: String = "", importance: float = 0.0, id: String = ""
) -> Dictionary:
	var body: Dictionary = {"text": text, "person": person}
	_add(body, {"speaker": speaker, "importance": importance, "id": id})
	_add(body, {"session": session, "time": game_time})
	var stored: Dictionary = await _send(HTTPClient.METHOD_POST, "/observe", body)
	if not stored.is_empty():
		observed.emit(stored["id"])
	return stored


## Find what bears on a question: hits, the best first, each with a "memory" and a "score".
func recall(question: String, k: int = 5) -> Array:
	var body: Dictionary = {"question": question, "person": person, "k": k}
	_add(body, {"time": game_time})
	var found: Dictionary = await _send(HTTPClient.METHOD_POST, "/recall", body)
	var hits: Array = found.get("hits", [])
	if not found.is_empty():
		recalled.emit(hits)
	return hits


## Let the character answer. Both turns are remembered. `heard_by` names others who listen.
func reply(text: String, heard_by: Array = [], id: String = "") -> Dictionary:
	var body: Dictionary = {"text": text, "person": person}
	_add(body, {"id": id, "session": session, "time": game_time, "heard_by": heard_by})
	var answer: Dictionary = await _send(HTTPClient.METHOD_POST, "/reply", body)
	if not answer.is_empty():
		replied.emit(answer["text"], answer["references"])
	return answer


## What is between the two: "closeness" and "trust", each -1 to 1.
func bond() -> Dictionary:
	return await _send(HTTPClient.METHOD_GET, "/bond?person=" + person.uri_encode(), {})


## Set what is between the two, where the game knows better: feel({"trust": -0.5}).
func feel(values: Dictionary) -> Dictionary:
	var body: Dictionary = values.duplicate()
	body["person"] = person
	return await _send(HTTPClient.METHOD_PUT, "/feelings", body)


func _add(body: Dictionary, values: Dictionary) -> void:
	for field in values:
		if values[field]:
			body[field] = values[field]


func _send(method: int, path: String, body: Dictionary) -> Dictionary:
	var request: HTTPRequest = HTTPRequest.new()
	request.timeout = seconds
	add_child(request)
	var headers: PackedStringArray = PackedStringArray(["Content-Type: application/json"])
	if key != "":
		headers.append("Authorization: Bearer " + key)
	var where: String = url + "/v1/characters/" + character.uri_encode() + path
	var sent: String = "" if method == HTTPClient.METHOD_GET else JSON.stringify(body)
	var error: int = request.request(where, headers, method, sent)
	if error != OK:
		request.queue_free()
		failed.emit("The request could not be sent: error %d." % error, "Look at the URL: " + where)
		return {}
	var result: Array = await request.request_completed
	request.queue_free()
	if result[0] != HTTPRequest.RESULT_SUCCESS:
		failed.emit("The server did not answer.", "Is it running? soulkeep serve")
		return {}
	var text: String = result[3].get_string_from_utf8()
	var told = JSON.parse_string(text) if text != "" else {}
	if not (told is Dictionary):
		failed.emit("Whoever answered is no soulkeep server.", "Look at the URL: " + where)
		return {}
	if result[1] >= 400:
		failed.emit(told.get("detail", "Status %d." % result[1]), told.get("hint", ""))
		return {}
	return told
